import { Worker } from 'node:worker_threads'

/** The other end of a `SandboxedProcess`: answers question after question, and ends when the server is gone. */
export const handleTasks = <Question>(answer: (question: Question) => Promise<object>) => {
  process.on('message', async (question: Question) => {
    process.send?.(await answer(question))
  })
  process.on('disconnect', () => process.exit())
  // Ctrl-C and many a supervisor tell every process; the server lets what is in flight finish, and then ends this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  new Worker(WATCH, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()
}

// While it works no event is heard, and a server that was killed no longer keeps the limits.
const WATCH = `const server = process.ppid
setInterval(() => process.ppid === server || process.kill(process.pid, 'SIGKILL'), 1000)`
