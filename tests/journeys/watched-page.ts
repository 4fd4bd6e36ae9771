import type { BrowserContext, Page } from '@playwright/test'

/** The browser's own message about a 4xx or 5xx response, which a test may expect. */
const FAILED_RESPONSE = /^Failed to load resource: the server responded with a status of [45]\d\d/

/** Collects the console errors, exceptions and Content Security Policy violations of a browser's pages. */
export const collectPageErrors = async (context: BrowserContext, pageErrors: string[] = []): Promise<string[]> => {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}`),
    )
  })
  context.on('console', (message) => {
    if (message.type() !== 'error' || FAILED_RESPONSE.test(message.text())) return
    pageErrors.push(`${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (thrown) => pageErrors.push(`${thrown.page()?.url()}: ${String(thrown.error())}`))
  return pageErrors
}

declare global {
  interface Window {
    layoutShifts: string[]
  }
}

/** Records the layout shifts of the page in `window.layoutShifts`. */
export const rememberShifts = (page: Page) =>
  page.addInitScript(() => {
    window.layoutShifts = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
        const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 120) : 'text'
          return `${name} from ${from.x},${from.y} to ${to.x},${to.y}`
        })
        if (!entry.hadRecentInput) window.layoutShifts.push(`${entry.value.toFixed(4)} ${moved.join(' | ')}`)
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    interface Shift {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
  })

/** Smaller shifts, all together, are caused by fonts that load late, and are not visible. */
const UNSEEN = 0.001

/** These shifts if they are visible. */
export const visibleShifts = (shifts: string[]) =>
  shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0) < UNSEEN ? [] : shifts

/** The layout shifts since the page was loaded, once the network is idle. */
export const shiftsOn = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  // Shifts are reported with the next frame.
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return window.layoutShifts
  })
}
