import { trustedHtml } from '#web/document/trusted-types.ts'
import { READING } from '#web/messages/reading.ts'
import { frameDocument } from './frame-document.ts'
import type { FromFrame, ToFrame } from './frame-messages.ts'
import { readMessage } from './read-message.ts'

/** How long the frame may take to start: on a slow device, while it is also busy with something else. */
const START_MS = 30_000

/** A frame in which chapters are shown, and the only way to it. */
export interface BookFrame {
  element: HTMLIFrameElement
  send: (message: ToFrame) => void
  remove: () => void
}

/**
 * Adds the frame of a book. It may run scripts, of which its policy allows our agent alone, and has an origin of its own:
 * nothing in it can reach this page, its storage or the network. `onMessage` gets what was checked.
 */
export const openFrame = async (
  parent: HTMLElement,
  onMessage: (message: FromFrame) => void,
  signal: AbortSignal,
): Promise<BookFrame> => {
  const element = document.createElement('iframe')
  element.title = READING.bookFrame
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('allow', '')
  element.referrerPolicy = 'no-referrer'
  const { port1: port, port2 } = new MessageChannel()
  const ready = new Promise<void>((resolve, reject) => {
    const timer = window.setTimeout(() => reject(new Error('The frame of the book did not start')), START_MS)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = readMessage(data)
      if (message?.kind === 'ready') {
        window.clearTimeout(timer)
        resolve()
      } else if (message) onMessage(message)
    })
  })
  port.start()
  // Origin '*', because the frame has none that could be named. It is new, and its document is our own.
  element.addEventListener('load', () => element.contentWindow?.postMessage('port', '*', [port2]), { once: true })
  element.srcdoc = trustedHtml(frameDocument())
  parent.append(element)
  const remove = () => {
    port.close()
    element.remove()
  }
  signal.addEventListener('abort', remove, { once: true })
  await ready
  return { element, send: (message) => port.postMessage(message), remove }
}
