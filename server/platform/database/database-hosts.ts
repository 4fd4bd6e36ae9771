/**
 * One address for each host of a database address, which may name several: `postgres://u:p@a:5432,b:5433/name`.
 * `URL.parse` rejects such a list where the hosts have ports.
 */
export const databaseHosts = (address: string): string[] => {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?#]*)(.*)$/.exec(address) ?? []
  return hosts.split(',').map((host) => before + host.trim() + after)
}
