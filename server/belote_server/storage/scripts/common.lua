-- What every script of ours begins with.
--
-- A room's hash holds: fence, term, owner (a node's name), until and ttl (milliseconds), v.
-- Terms are compared as text: 64 bits don't fit into this language's numbers. All others do.

-- Milliseconds by the store's clock, the only one that leases know.
local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function whole(number)
  return string.format('%.0f', number)
end

local function read_lease(room)
  local field = redis.call('HMGET', room, 'fence', 'term', 'owner', 'until', 'ttl', 'v')
  return {
    fence = tonumber(field[1]) or 0,
    term = field[2],
    owner = field[3],
    ends = tonumber(field[4]) or 0,
    ttl = tonumber(field[5]) or 0,
    v = tonumber(field[6]) or 0,
  }
end

-- Why whoever holds this fence and term may not act; nil if it may.
local function loss(lease, fence, term, now)
  if lease.fence > fence then return 'FENCED' end
  if lease.fence < fence then return 'LOST' end
  if lease.term ~= term then return 'FENCED' end
  if lease.ends <= now then return 'EXPIRED' end
  return nil
end
