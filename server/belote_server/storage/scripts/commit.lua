-- Append one entry, if its writer owns the room and builds on the last entry.
-- KEYS: the room's hash, its stream, its persons' last commands.
-- ARGV: fence, term, expected version, person or '', command number, entry.

local fence, term, expected = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local person, cmd, entry = ARGV[4], tonumber(ARGV[5]), ARGV[6]
local now = now_ms()
local lease = read_lease(KEYS[1])

local why = loss(lease, fence, term, now)
if why then return {why} end

if person ~= '' then
  local done = redis.call('HGET', KEYS[3], person)
  if done then
    local last, v = string.match(done, '^(%d+):(%d+)$')
    if tonumber(last) == cmd then return {'DUP', tonumber(v)} end
    if tonumber(last) > cmd then return {'OLD', tonumber(last)} end
  end
end

if lease.v ~= expected then return {'STALE', lease.v} end

-- The append comes first: if it is refused, nothing was changed.
local v = whole(expected + 1)
redis.call('XADD', KEYS[2], v .. '-0', 't', term, 'b', entry)
redis.call('HSET', KEYS[1], 'v', v, 'until', whole(now + lease.ttl))
if person ~= '' then
  redis.call('HSET', KEYS[3], person, whole(cmd) .. ':' .. v)
end
return {'OK', expected + 1}
