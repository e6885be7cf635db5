/**
 * A page is a function of what is known. `h` describes elements, `patch` makes the page so and touches
 * only what differs: elements keep their focus, their place and their animation.
 */

const SVG = "http://www.w3.org/2000/svg";
const drawn = new WeakMap(); // of each element: what it was last described as

/** Describe an element; `null`, `false` and `undefined` among the children are nothing. */
export function h(tag, props, ...kids) {
  return { tag, props: props || {}, kids: kids.flat(9).filter(isSomething).map(described), key: props?.key };
}

const isSomething = (kid) => kid !== null && kid !== undefined && kid !== false && kid !== true;
const described = (kid) => (typeof kid === "object" ? kid : { text: String(kid) });

/** Make the content of *parent* what *some* describe. */
export function patch(parent, some) {
  const kids = some.filter(isSomething);
  const nodes = [...parent.childNodes];
  const keyed = new Map(nodes.filter((node) => drawn.get(node)?.key !== undefined)
    .map((node) => [drawn.get(node).key, node]));
  const loose = nodes.filter((node) => drawn.get(node)?.key === undefined);
  const wanted = kids.map((kid) => {
    const node = kid.key !== undefined ? keyed.get(kid.key) : loose.shift();
    return node && isSame(drawn.get(node), kid) ? node : create(kid, parent);
  });
  const kept = new Set(wanted);
  for (const node of nodes) if (!kept.has(node)) node.remove();
  wanted.forEach((node, index) => {
    if (parent.childNodes[index] !== node) parent.insertBefore(node, parent.childNodes[index] || null);
    update(node, kids[index]);
  });
}

const isSame = (old, kid) => old && old.tag === kid.tag && old.key === kid.key;

function create(kid, parent) {
  if (kid.text !== undefined) return document.createTextNode("");
  const isSvg = kid.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  return isSvg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
}

function update(node, kid) {
  const old = drawn.get(node);
  if (old === kid) return;
  drawn.set(node, kid);
  if (kid.text !== undefined) {
    if (node.data !== kid.text) node.data = kid.text;
    return;
  }
  const before = old?.props || {};
  for (const name in before) if (!(name in kid.props)) setProp(node, name, undefined, before[name]);
  for (const name in kid.props) setProp(node, name, kid.props[name], before[name]);
  patch(node, kid.kids);
  if (!old) kid.props.ref?.(node);
}

function setProp(node, name, value, old) {
  if (name === "key" || name === "ref") return;
  if (name === "style") {
    for (const each in old || {}) if (!(each in (value || {}))) node.style.removeProperty(each);
    for (const each in value || {}) if (value[each] !== old?.[each]) node.style.setProperty(each, value[each]);
  } else if (name.startsWith("on")) {
    listen(node, name.slice(2), value);
  } else if (name === "value" || name === "checked" || name === "selected") {
    if (value !== old || name !== "value") node[name] = value ?? "";
  } else if (value === old) {
    return;
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : value);
  }
}

function listen(node, kind, action) {
  node.heard ||= {};
  if (!(kind in node.heard)) node.addEventListener(kind, (event) => node.heard[kind]?.(event));
  node.heard[kind] = action;
}
