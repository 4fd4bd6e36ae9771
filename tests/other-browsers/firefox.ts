import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type Socket, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { type Browser, type Send, browserOf } from './browser.ts'

const START = { timeout: 60_000, interval: 100 }
const PREFERENCES = `user_pref('marionette.port', 0);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('app.update.disabledForTesting', true);
`

/** Firefox, of this version if one is given, by Marionette: Debian has no geckodriver, which only passes WebDriver's commands on to it. */
export const startFirefox = async (program = '/usr/bin/firefox-esr', version = ''): Promise<Browser> => {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
  await writeFile(join(profile, 'user.js'), PREFERENCES)
  const child = spawn(program, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  })
  const closed = once(child, 'close')
  const close = async () => {
    child.kill('SIGKILL')
    await closed
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const port = await vi.waitUntil(
      () => readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => ''),
      START,
    )
    const { send, end } = await openMarionette(Number(port))
    const { capabilities } = (await send('NewSession', {})) as { capabilities: { browserVersion: string } }
    console.log(`Firefox ${capabilities.browserVersion}`)
    if (!capabilities.browserVersion.startsWith(version)) throw new Error(`this is no Firefox ${version}`)
    return await browserOf(send as Send, async () => {
      end()
      await close()
    })
  } catch (error) {
    await close()
    throw error
  }
}

/** Messages are JSON after their length: [0, id, command, body], answered by [1, id, error, result]. */
const openMarionette = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  onMessages(socket, (message) => {
    if (!Array.isArray(message)) return
    const [, id, error, result] = message as [number, number, { message: string } | null, { value?: unknown }]
    const answer = waiting.get(id)
    waiting.delete(id)
    if (error) answer?.reject(new Error(error.message))
    else answer?.resolve(result && 'value' in result ? result.value : result)
  })
  await once(socket, 'connect')
  let id = 0
  const send = (command: string, body: object = {}) => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set((id += 1), answer)
    const message = JSON.stringify([0, id, `WebDriver:${command}`, body])
    socket.write(`${Buffer.byteLength(message)}:${message}`)
    return answer.promise
  }
  return { send, end: () => socket.destroy() }
}

const onMessages = (socket: Socket, onMessage: (message: unknown) => void) => {
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)).toString())
      if (colon < 0 || received.length < end) return
      onMessage(JSON.parse(received.subarray(colon + 1, end).toString()))
      received = received.subarray(end)
    }
  })
}
