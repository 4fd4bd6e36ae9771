import { readFile, stat } from 'node:fs/promises'

/** The user that PostgreSQL runs as; undefined is the server's own. */
export type Account = { uid: number; gid: number } | undefined

const NOBODY = { uid: 65534, gid: 65534 }

/** PostgreSQL refuses root: as root it runs as the cluster's owner, else `postgres` where there is one, else `nobody`. */
export const postgresAccount = async (clusterFolder: string): Promise<Account> => {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(clusterFolder).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return userNamed('postgres', users) ?? userNamed('nobody', users) ?? NOBODY
}

const userNamed = (name: string, users: string) => {
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(users) ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
