import { SandboxedProcess, type Limits } from '#server/platform/sandbox/sandboxed-process.ts'
import type { MakeApk } from './make-apk.ts'
import type { Signer } from './sign-files.ts'

export type AppTask = MakeApk | { now: Date }
export type AppResult = { apk: Uint8Array } | { key: Signer } | { damage: string }

const MEGABYTE = 1024 * 1024
const PROGRAM = new URL('./app-worker.ts', import.meta.url)
/** Several times what it takes, on a busy machine. */
const LIMITS: Limits = {
  cpuMs: 10_000,
  wallMs: 30_000,
  idleMs: 2_000,
  memoryBytes: 160 * MEGABYTE,
  heapMb: 48,
}

/** Makes keys and signed apps in a process of its own, which has no other file and no network. */
export const openAppProcess = (limits: Partial<Limits> = {}) => {
  const process = new SandboxedProcess<AppTask>({
    program: PROGRAM,
    limits: { ...LIMITS, ...limits },
    busy: () => new Error('the process that makes the app did not start'),
  })
  const run = (task: AppTask) => process.run<AppResult>(async () => task)
  return {
    makeKey: async (now: Date): Promise<Signer> => {
      const result = await run({ now })
      if (!('key' in result)) throw new Error('the process that makes the app made no key')
      return { ...result.key, certificate: Buffer.from(result.key.certificate) }
    },
    /** The app, or what is wrong with the template. */
    makeApk: async (task: MakeApk): Promise<{ apk: Buffer } | { damage: string }> => {
      const result = await run(task)
      if ('key' in result) throw new Error('the process that makes the app made another thing')
      return 'apk' in result ? { apk: Buffer.from(result.apk) } : result
    },
    pid: () => process.pid,
    close: () => process.close(),
  }
}

export type AppProcess = ReturnType<typeof openAppProcess>
