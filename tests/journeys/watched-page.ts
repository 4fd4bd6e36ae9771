import type { BrowserContext, Page } from '@playwright/test'

/** What the browser itself writes of an answer that isn't 2xx, which a test may be about. */
const ANSWER = /^Failed to load resource: the server responded with a status of [45]\d\d/

/** Collects what the pages of a browser complain of: console errors, exceptions, violations of the policy. */
export const complaintsOf = async (context: BrowserContext, complaints: string[] = []): Promise<string[]> => {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}`),
    )
  })
  context.on('console', (message) => {
    if (message.type() !== 'error' || ANSWER.test(message.text())) return
    complaints.push(`${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (thrown) => complaints.push(`${thrown.page()?.url()}: ${String(thrown.error())}`))
  return complaints
}

declare global {
  interface Window {
    layoutShifts: string[]
  }
}

/** From now on every page remembers what moved on it by itself. */
export const rememberShifts = (page: Page) =>
  page.addInitScript(() => {
    window.layoutShifts = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
        const moved = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : 'text'))
        if (!entry.hadRecentInput) window.layoutShifts.push(`${entry.value.toFixed(4)} ${moved.join(' | ')}`)
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    interface Shift {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
  })

/** What moved since the page was loaded, after all that it loads is there. */
export const shiftsOn = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  // Shifts are told with the next frame.
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return window.layoutShifts
  })
}
