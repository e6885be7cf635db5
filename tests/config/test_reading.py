"""Settings from the environment and the command line."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from belote_server.config import (
    BadSetting,
    Range,
    Secret,
    Settings,
    default_folder,
    describe,
    help_of,
    is_secret,
    load,
    names,
    option_of,
    show,
    variable_of,
)

HOME = {"HOME": "/home/zoe"}


def test_nothing_has_to_be_set() -> None:
    """Without a variable or an option the defaults hold, in this user's data directory."""
    assert load(HOME, {}) == replace(Settings(), data_dir=Path("/home/zoe/.local/share/belote"))


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        (HOME, "/home/zoe/.local/share/belote"),
        (HOME | {"XDG_DATA_HOME": "/data"}, "/data/belote"),
        (HOME | {"XDG_DATA_HOME": "relative"}, "/home/zoe/.local/share/belote"),
        (HOME | {"XDG_DATA_HOME": ""}, "/home/zoe/.local/share/belote"),
    ],
)
def test_the_default_folder(environ: dict[str, str], folder: str) -> None:
    """The data directory is where this user's programs keep their data."""
    assert default_folder(environ) == Path(folder)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("host", "0.0.0.0", "0.0.0.0"),
        ("port", "80", 80),
        ("port", " 80 ", 80),
        ("data_dir", "/srv/belote", Path("/srv/belote")),
        ("data_dir", "here", Path.cwd() / "here"),
        ("data_dir", "~/b", Path("~/b").expanduser()),
        ("redis_url", "redis://store:6379/0", "redis://store:6379/0"),
        ("redis_username", "belote", "belote"),
        ("fsync", "everysec", "everysec"),
        (
            "origins",
            "https://a.example, https://b.example,",
            ("https://a.example", "https://b.example"),
        ),
        ("rate", "0", 0),
        ("rate", "2.5", 2.5),
        ("turn_slack", "0.5", 0.5),
        ("metrics_token", "sesame", Secret("sesame")),
        ("log_format", "json", "json"),
    ],
)
def test_each_kind_of_value(name: str, text: str, value: object) -> None:
    """A variable's text becomes the setting's value."""
    assert getattr(load(HOME | {variable_of(name): text}, {}), name) == value


def test_options_win() -> None:
    """What the command line says counts more than the environment, where it says something."""
    environ = HOME | {"BELOTE_PORT": "1000", "BELOTE_HOST": "::1"}

    settings = load(environ, {"port": "2000", "host": None})

    assert (settings.port, settings.host) == (2000, "::1")


def test_an_empty_variable_is_none() -> None:
    """An empty variable is as good as none, as in a compose file."""
    environ = HOME | {"BELOTE_REDIS_URL": "", "BELOTE_PORT": "  "}

    assert load(environ, {}) == load(HOME, {})


@pytest.mark.parametrize(
    ("environ", "options", "said"),
    [
        ({"BELOTE_PROT": "1"}, {}, "BELOTE_PROT is no setting; did you mean BELOTE_PORT?"),
        ({"BELOTE_port": "1"}, {}, "BELOTE_port is no setting; did you mean BELOTE_PORT?"),
        ({"BELOTE_QWXZ": "1"}, {}, "BELOTE_QWXZ is no setting; there are BELOTE_HOST, BELOTE_PORT"),
        ({"BELOTE_PORT": "x"}, {}, "BELOTE_PORT cannot be 'x': Expected int, got str."),
        ({}, {"port": "65536"}, "--port cannot be '65536': Expected int <= 65535."),
        ({}, {"fsync": "often"}, "--fsync cannot be 'often': it is one of always, everysec, no."),
        ({}, {"rate": "nan"}, "--rate cannot be 'nan'"),
        ({}, {"hello_seconds": "0"}, "--hello-seconds cannot be '0': Expected float > 0.0."),
        ({}, {"proxies": "10.0.0.0/8,proxy"}, "--proxies cannot be '10.0.0.0/8,proxy': 'proxy'"),
        ({}, {"proxies": "10.0.0.1/8"}, "has host bits set."),
        ({}, {"redis_url": "redis://[x"}, "The store's address is none: Invalid IPv6 URL."),
    ],
)
def test_what_cannot_be(environ: dict[str, str], options: dict[str, str], said: str) -> None:
    """A setting that cannot be is refused in one line that names it, and says why."""
    with pytest.raises(BadSetting) as bad:
        load(HOME | environ, options)

    assert said in str(bad.value)
    assert "\n" not in str(bad.value)


def test_a_pod_beside_a_service_called_belote() -> None:
    """The variables that Kubernetes makes for a service of that name are not ours."""
    environ = HOME | {
        "BELOTE_SERVICE_HOST": "10.0.0.7",
        "BELOTE_SERVICE_PORT": "8600",
        "BELOTE_SERVICE_PORT_HTTP": "8600",
        "BELOTE_PORT": "tcp://10.0.0.7:8600",
        "BELOTE_PORT_8600_TCP": "tcp://10.0.0.7:8600",
        "BELOTE_PORT_8600_TCP_ADDR": "10.0.0.7",
    }

    assert load(environ, {}) == load(HOME, {})


# --- secrets ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "bare", "password"),
    [
        ("redis://:s3cret@store:6379/0", "redis://store:6379/0", "s3cret"),
        ("rediss://zoe:s3%40cret@store/1", "rediss://zoe@store/1", "s3@cret"),
        ("redis://a:b@c@store", "redis://a@store", "b@c"),
    ],
)
def test_a_password_in_an_address(url: str, bare: str, password: str) -> None:
    """A password in the store's address is taken out of it, so that the address can be shown."""
    settings = load(HOME, {"redis_url": url})

    assert settings.redis_url == bare
    assert settings.redis_password == Secret(password)


def test_two_passwords() -> None:
    """A password in the address and one beside it are one too many, and neither is repeated."""
    environ = HOME | {"BELOTE_REDIS_PASSWORD": "first", "BELOTE_REDIS_URL": "redis://:other@store"}

    with pytest.raises(BadSetting, match="given twice") as bad:
        load(environ, {})

    assert "first" not in str(bad.value)
    assert "other" not in str(bad.value)


def test_secrets_are_not_shown() -> None:
    """A description of the settings names every one of them and holds no secret's text."""
    environ = HOME | {
        "BELOTE_METRICS_TOKEN": "sesame",
        "BELOTE_REDIS_URL": "redis://:s3cret@store",
        "BELOTE_PROXIES": "10.0.0.0/8,fd00::/8",
    }
    settings = load(environ, {})
    told = describe(settings)

    assert list(told) == list(names())
    assert (told["metrics_token"], told["redis_password"]) == ("***", "***")
    assert (told["redis_url"], told["redis_username"]) == ("redis://store", "none")
    assert (told["proxies"], told["origins"]) == ("10.0.0.0/8,fd00::/8", "none")
    assert "s3cret" not in f"{told} {settings}"
    assert "sesame" not in f"{told} {settings}"


def test_every_setting_is_explained() -> None:
    """Every setting has a sentence of help, a variable and an option; the secrets are known."""
    for name in names():
        assert help_of(name).endswith((".", "…")), name
        assert variable_of(name) == f"BELOTE_{name.upper()}"
        assert option_of(name).startswith("--")
    assert [name for name in names() if is_secret(name)] == ["redis_password", "metrics_token"]


def test_values_as_text() -> None:
    """A value is shown as it would be written."""
    shown = [show(value) for value in (None, (), ("a", "b"), 3, Secret("x"), Path("/a"))]

    assert shown == ["none", "none", "a,b", "3", "***", "/a"]


# --- ranges -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "address", "inside"),
    [
        ("10.0.0.0/8", "10.255.0.1", True),
        ("10.0.0.0/8", "11.0.0.1", False),
        ("10.0.0.7", "10.0.0.7", True),
        ("fd00::/8", "fd12::1", True),
        ("fd00::/8", "10.0.0.1", False),
        ("10.0.0.0/8", "unknown", False),
        ("10.0.0.0/8", "", False),
    ],
)
def test_ranges(block: str, address: str, inside: bool) -> None:
    """A range holds the addresses of its block, and nothing that is no address."""
    assert (address in Range(block)) is inside
