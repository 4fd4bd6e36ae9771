/** The commands of WebDriver that the tests use, by the names that Firefox gives them. */
export type Send = (command: Command, body?: object) => Promise<unknown>
export type Command =
  | 'Navigate'
  | 'ExecuteAsyncScript'
  | 'FindElement'
  | 'ElementClick'
  | 'ElementSendKeys'
  | 'PerformActions'
  | 'NewWindow'
  | 'CloseWindow'
  | 'SwitchToWindow'
  | 'SetTimeouts'

/** The key of a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const TIMEOUTS = { implicit: 20_000, script: 20_000, pageLoad: 30_000 }
/** The code points of keys without a letter. */
export const KEYS = { ArrowRight: '\u{E014}', Enter: '\u{E007}' }

/** A browser that is driven by WebDriver. */
export const browserOf = async (send: Send, close: () => Promise<void>) => {
  await send('SetTimeouts', TIMEOUTS)
  /** Waits until there is one. */
  const find = async (selector: string): Promise<Record<string, string>> => {
    const [using, value] = selector.startsWith('//') ? ['xpath', selector] : ['css selector', selector]
    try {
      return (await send('FindElement', { using, value })) as Record<string, string>
    } catch (error) {
      // WebKit's driver sometimes searches the page that is being left, or finds what is replaced at that moment.
      if (/before the unload event|stale element/i.test(String(error))) return await find(selector)
      throw error
    }
  }
  const withElement = async (selector: string, command: Command, body: object = {}): Promise<unknown> => {
    try {
      return await send(command, { id: (await find(selector))[ELEMENT], ...body })
    } catch (error) {
      if (/stale element/i.test(String(error))) return withElement(selector, command, body)
      throw error
    }
  }
  const evaluate = async <Result>(script: (...args: never[]) => Result, ...args: unknown[]) => {
    const body = `const args = [...arguments], done = args.pop()
      Promise.resolve().then(() => (${script.toString()})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const result = (await send('ExecuteAsyncScript', { script: body, args })) as {
      value: Awaited<Result>
      error?: string
    }
    if (result.error) throw new Error(result.error)
    return result.value
  }
  return {
    goto: (url: string) => send('Navigate', { url }),
    find,
    evaluate,
    click: (selector: string) => withElement(selector, 'ElementClick'),
    type: (selector: string, text: string) => withElement(selector, 'ElementSendKeys', { text }),
    press: (key: string) =>
      send('PerformActions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [
              { type: 'keyDown', value: key },
              { type: 'keyUp', value: key },
            ],
          },
        ],
      }),
    /** Closes the tab and goes on in a new one. */
    closeTab: async () => {
      const { handle } = (await send('NewWindow', { type: 'tab' })) as { handle: string }
      await send('CloseWindow')
      await send('SwitchToWindow', { handle })
    },
    close,
  }
}

export type Browser = Awaited<ReturnType<typeof browserOf>>
