-- Take a room, unless another node's lease is running.
-- KEYS: the room's hash. ARGV: node, ttl in ms, fence to exceed, new term.

local node, ttl, min_fence, term = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local now = now_ms()
local lease = read_lease(KEYS[1])

if lease.owner ~= node and lease.ends > now then
  return {'HELD', lease.owner, lease.ends, lease.ends - now}
end

local fence = math.max(lease.fence, min_fence) + 1
redis.call('HSET', KEYS[1],
  'fence', whole(fence), 'term', term, 'owner', node,
  'until', whole(now + ttl), 'ttl', whole(ttl), 'v', whole(lease.v))
return {'OWN', fence, lease.v}
