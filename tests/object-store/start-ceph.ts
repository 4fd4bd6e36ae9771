import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '#tests/free-port.ts'

const run = promisify(execFile)
const PACKAGES = ['radosgw', 'ceph-mon', 'ceph-osd']
const SCRIPT = join(import.meta.dirname, 'start-ceph.sh')
const NOBODY = 65534
const CREDENTIALS = { accessKeyId: 'tester', secretAccessKey: 'testing-secret' }
export const BUCKET = 'library'

/**
 * Starts a real S3 store for tests: Ceph's gateway from Debian's packages, which are unpacked once, not installed.
 * Undefined, with a warning, where the packages cannot be had.
 */
export const startCeph = async () => {
  const packages = join(tmpdir(), `quillhouse-ceph-${userInfo().uid}`)
  try {
    await unpackCeph(packages)
  } catch (error) {
    console.warn(`
############################################################################
##  CEPH CANNOT BE HAD: NO TEST OF THE OBJECT STORE RUNS.
##  It is unpacked from Debian's packages, with apt-get and a network.
##  ${(error as Error).message.trim().split('\n').at(-1)}
############################################################################`)
    return undefined
  }
  // Paths of sockets must be short.
  const folder = await mkdtemp(join(tmpdir(), 'ceph-'))
  // As root the processes would change to the user "ceph", which does not exist.
  const account = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (account.uid) await chown(folder, account.uid, account.gid)
  // The gateway and, after it, two of the monitor.
  const port = await freePort(3)
  const pids = async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.pid'))
    return Promise.all(files.map(async (name) => ({ name, pid: Number(await readFile(join(folder, name), 'utf8')) })))
  }
  const stop = async () => {
    for (const { pid } of await pids()) process.kill(pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const env = { PATH: process.env['PATH'], HOME: folder }
  try {
    await run('bash', [SCRIPT, packages, folder, String(port)], { ...account, env, timeout: 60_000 })
    const endpoint = `http://127.0.0.1:${port}`
    const client = new S3Client({ endpoint, region: 'us-east-1', credentials: CREDENTIALS, forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
    const gateway = (await pids()).find(({ name }) => name.startsWith('client.rgw'))
    if (!gateway) throw new Error('the gateway has no pid file')
    return {
      /** The STORAGE_URL of a part of the bucket. */
      url: (prefix: string) => `s3://tester:testing-secret@127.0.0.1:${port}/${BUCKET}/${prefix}`,
      client,
      /** The gateway accepts connections and does not answer. */
      hang: () => process.kill(gateway.pid, 'SIGSTOP'),
      resume: () => process.kill(gateway.pid, 'SIGCONT'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export type Ceph = NonNullable<Awaited<ReturnType<typeof startCeph>>>

/** 66 MB over the network, 259 MB on the disk. */
const unpackCeph = async (folder: string) => {
  if (existsSync(join(folder, 'usr/bin/radosgw'))) return
  const draft = await mkdtemp(`${folder}-`)
  try {
    const debs = join(draft, 'debs')
    await mkdir(debs)
    const simulate = () => run('apt-get', ['install', '-s', '--no-install-recommends', ...PACKAGES])
    const { stdout } = await simulate().catch(async () => {
      await run('apt-get', ['update'])
      return simulate()
    })
    const names = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
    await run('apt-get', ['download', ...names], { cwd: debs })
    for (const deb of await readdir(debs)) await run('dpkg', ['-x', join(debs, deb), draft])
    await rm(debs, { recursive: true })
    await run('chmod', ['755', draft])
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
