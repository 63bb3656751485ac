/** robots.txt, as far as it concerns one path and one crawler. */

/**
 * Whether the rules forbid the path: the group that names the agent, otherwise the group for all;
 * the longest rule that fits decides.
 */
export function forbids(robotsTxt: string, agent: string, path: string): boolean {
  const groups = new Map<string, { allow: boolean; prefix: string }[]>()
  let current: { allow: boolean; prefix: string }[][] = []
  let inAgents = false
  for (const raw of robotsTxt.split(/\r?\n/)) {
    const match = /^\s*(user-agent|allow|disallow)\s*:\s*([^#]*)/i.exec(raw)
    if (!match) continue
    const value = match[2]!.trim()
    if (match[1]!.toLowerCase() === 'user-agent') {
      if (!inAgents) current = []
      inAgents = true
      const name = value.toLowerCase()
      const group = groups.get(name) ?? []
      groups.set(name, group)
      current.push(group)
      continue
    }
    inAgents = false
    if (value !== '')
      for (const group of current)
        group.push({ allow: match[1]!.toLowerCase() === 'allow', prefix: value })
  }
  const named = [...groups].find(([name]) => name !== '*' && agent.toLowerCase().includes(name))
  const rules = (named?.[1] ?? groups.get('*') ?? []).filter(({ prefix }) => fits(prefix, path))
  const longest = rules.sort(
    (a, b) => b.prefix.length - a.prefix.length || Number(b.allow) - Number(a.allow),
  )[0]
  return longest !== undefined && !longest.allow
}

/**
 * Compares part by part and in order, so that a rule of many stars costs no more than its length.
 */
function fits(rule: string, path: string): boolean {
  const isWhole = rule.endsWith('$')
  const [start = '', ...parts] = (isWhole ? rule.slice(0, -1) : rule).split('*')
  if (!path.startsWith(start)) return false
  const last = isWhole ? parts.pop() : undefined
  let from = start.length
  for (const part of parts) {
    const at = path.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  if (!isWhole) return true
  return last === undefined
    ? path.length === from
    : path.length - last.length >= from && path.endsWith(last)
}
