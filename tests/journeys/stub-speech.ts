import type { BrowserContext, Page } from '@playwright/test'

export interface Voice {
  name: string
  lang: string
  localService?: boolean
}

export interface SpokenUtterance {
  text: string
  voice: string | undefined
  rate: number
}

interface StubbedWindow {
  spoken: SpokenUtterance[]
  /** Ends the utterance that is spoken. */
  finish: () => void
  fail: () => void
  loadVoices: () => void
  isSilent: () => boolean
}

/** Voices in place of the device's, which load late as real ones do, and speak until the test says that they have finished. */
export const stubSpeech = (context: BrowserContext, voices: Voice[]) =>
  context.addInitScript((given: Voice[]) => {
    class Utterance {
      voice: { name: string } | null = null
      lang = ''
      rate = 1
      onend?: () => void
      onerror?: (event: { error: string }) => void
      text: string
      constructor(text: string) {
        this.text = text
      }
    }
    const page = window as unknown as StubbedWindow
    let loaded: object[] = []
    let current: Utterance | undefined
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => loaded,
      resume: () => undefined,
      speak: (utterance: Utterance) => {
        const { text, voice, rate } = utterance
        if (!text) return
        current = utterance
        page.spoken.push({ text, voice: voice?.name, rate })
      },
      cancel: () => {
        const stopped = current
        current = undefined
        queueMicrotask(() => stopped?.onerror?.({ error: 'interrupted' }))
      },
    })
    page.spoken = []
    page.finish = () => {
      const finished = current
      current = undefined
      finished?.onend?.()
    }
    page.fail = () => current?.onerror?.({ error: 'synthesis-failed' })
    page.isSilent = () => current === undefined
    page.loadVoices = () => {
      loaded = given.map(({ localService = true, ...voice }) => ({ ...voice, localService, voiceURI: voice.name }))
      synthesis.dispatchEvent(new Event('voiceschanged'))
    }
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
  }, voices)

const inPage = <Result>(page: Page, act: (stub: StubbedWindow) => Result) =>
  page.evaluate(`(${act.toString()})(window)`) as Promise<Result>

/** The stubbed voices of a page. */
export const speechOf = (page: Page) => ({
  load: () => inPage(page, (stub) => stub.loadVoices()),
  spoken: () => inPage(page, (stub) => stub.spoken),
  last: async () => (await inPage(page, (stub) => stub.spoken)).at(-1),
  finish: () => inPage(page, (stub) => stub.finish()),
  fail: () => inPage(page, (stub) => stub.fail()),
  isSilent: () => inPage(page, (stub) => stub.isSilent()),
  /** What is marked as spoken. */
  marked: () =>
    page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].map((range) => (range as Range).toString()).join('')),
})
