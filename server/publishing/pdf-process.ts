import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PdfReason } from './pdf-refused.ts'

export type PdfQuestion = { file: string; firstPage: boolean }
export type PdfFacts = { pageCount: number; title: string; author: string; firstPage?: { png: Buffer } }
export type PdfAnswer = { facts: PdfFacts } | { refused: PdfReason } | { failed: string }
/** `cpuMs` is the work one file may take; `wallMs` only ends what hangs, since a busy machine makes any file slow. */
export type PdfLimits = { cpuMs: number; wallMs: number; idleMs: number; memoryBytes: number }

const POLL_MS = 50
const HEAP_MB = 128
/** It reads files and draws; it may not write any, nor start processes. The worker thread watches over the server. */
const RIGHTS = ['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker']
const PROGRAM = fileURLToPath(new URL('./pdf-child.ts', import.meta.url))

/**
 * The process that opens PDFs, one at a time: started when asked, kept for the next, ended when idle. It dies of a file
 * that takes too much, and only that file fails.
 */
export class PdfProcess {
  private readonly limits: PdfLimits
  private child: ChildProcess | undefined
  private idle: NodeJS.Timeout | undefined

  constructor(limits: PdfLimits) {
    this.limits = limits
  }

  get pid(): number | undefined {
    return this.child?.pid
  }

  async ask(question: PdfQuestion): Promise<PdfAnswer> {
    clearTimeout(this.idle)
    const child = this.child?.connected ? this.child : this.start()
    const guard = this.guard(child)
    try {
      return await exchange(child, question)
    } finally {
      clearInterval(guard)
      await this.rest(child)
    }
  }

  close() {
    clearTimeout(this.idle)
    this.child?.kill('SIGKILL')
    this.child = undefined
  }

  private start(): ChildProcess {
    const child = spawn(process.execPath, [...RIGHTS, `--max-old-space-size=${HEAP_MB}`, PROGRAM], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    // An idle child must not keep the server from ending; when the server is gone, the child ends itself.
    child.unref()
    child.channel?.unref()
    child.on('error', () => child.kill('SIGKILL'))
    child.once('exit', () => {
      if (this.child === child) this.child = undefined
    })
    this.child = child
    return child
  }

  /** WebAssembly memory is no heap, so the heap's limit is not enough: the resident memory is watched as well. */
  private guard(child: ChildProcess): NodeJS.Timeout {
    const deadline = performance.now() + this.limits.wallMs
    const before = cpuMs(child.pid)
    return setInterval(async () => {
      const isTooLarge = (await residentBytes(child.pid)) > this.limits.memoryBytes
      const isTooMuch = (await cpuMs(child.pid)) - (await before) > this.limits.cpuMs
      if (isTooLarge || isTooMuch || performance.now() > deadline) child.kill('SIGKILL')
    }, POLL_MS)
  }

  /** WebAssembly memory never shrinks: after a large file the next one gets a new process. */
  private async rest(child: ChildProcess) {
    if ((await residentBytes(child.pid)) > this.limits.memoryBytes / 2) child.kill('SIGKILL')
    if (this.child === child && !child.killed) this.idle = setTimeout(() => this.close(), this.limits.idleMs).unref()
    if (this.child === child && child.killed) this.child = undefined
  }
}

const exchange = (child: ChildProcess, question: PdfQuestion): Promise<PdfAnswer> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      act()
    }
    const onMessage = (answer: unknown) => settle(() => resolve(answer as PdfAnswer))
    const onExit = () => settle(() => resolve({ refused: 'too_complex' }))
    const onError = (error: Error) => settle(() => reject(error))
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    child.send(question, (error) => error && onError(error))
  })

/** What the process holds in memory, where the system tells (Linux); elsewhere 0, and the heap's limit alone holds. */
const residentBytes = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

const TICK_MS = 10

/** How long the process has worked, where the system tells; elsewhere 0, and the wall clock alone holds. */
const cpuMs = async (pid: number | undefined): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name in parentheses may hold spaces; what follows it begins with the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS
}
