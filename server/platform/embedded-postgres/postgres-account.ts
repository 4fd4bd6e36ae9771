import { readFile, stat } from 'node:fs/promises'

/** The user that PostgreSQL runs as. Undefined is the user of this process. */
export type Account = { uid: number; gid: number } | undefined

const NOBODY = { uid: 65534, gid: 65534 }

/** PostgreSQL does not run as root. For root this is the cluster's owner, or the user `postgres`, or `nobody`. */
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
