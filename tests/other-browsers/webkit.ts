import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { type Browser, type Command, browserOf } from './browser.ts'
import { freePort } from '#tests/free-port.ts'

/** Debian's own, which has Debian's bindings. */
const PYTHON = '/usr/bin/python3'
const WINDOW = join(import.meta.dirname, 'webkit-window.py')
const ANSWERS = { timeout: 60_000, interval: 100 }

/** The engine of Safari in a window of its own, on a screen in memory. */
export const startWebkit = async (): Promise<Browser> => {
  const profile = await mkdtemp(join(tmpdir(), 'webkit-'))
  const screen = spawn('/usr/bin/Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  const port = await freePort()
  const driver = spawn('/usr/bin/WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${display.toString().trim()}`,
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const stop = async () => {
    for (const child of [driver, screen]) {
      const closed = once(child, 'close')
      child.kill()
      await closed
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  const ask = async (method: string, path: string, body?: object) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const { value } = (await (await fetch(`http://127.0.0.1:${port}${path}`, init)).json()) as { value: unknown }
    if (isError(value)) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  try {
    await vi.waitUntil(
      () =>
        ask('GET', '/status').then(
          () => true,
          () => false,
        ),
      ANSWERS,
    )
    const { sessionId, capabilities } = (await ask('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: PYTHON, args: [WINDOW, profile] } } },
    })) as { sessionId: string; capabilities: { browserVersion: string } }
    console.log(`WebKitGTK ${capabilities.browserVersion}`)
    const session = `/session/${sessionId}`
    return await browserOf(
      (command, body = {}) =>
        command === 'CloseWindow'
          ? ask('DELETE', `${session}/window`)
          : ask('POST', session + pathOf(command, body), body),
      async () => {
        await ask('DELETE', session).catch(() => undefined)
        await stop()
      },
    )
  } catch (error) {
    await stop()
    throw error
  }
}

const isError = (value: unknown): value is { error: string; message: string } =>
  typeof value === 'object' && value !== null && 'error' in value && 'message' in value

const pathOf = (command: Exclude<Command, 'CloseWindow'>, body: { id?: string }) =>
  ({
    Navigate: '/url',
    ExecuteAsyncScript: '/execute/async',
    FindElement: '/element',
    ElementClick: `/element/${body.id}/click`,
    ElementSendKeys: `/element/${body.id}/value`,
    PerformActions: '/actions',
    NewWindow: '/window/new',
    SwitchToWindow: '/window',
    SetTimeouts: '/timeouts',
  })[command]
