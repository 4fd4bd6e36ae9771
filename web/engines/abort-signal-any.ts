/** The viewer of pdf.js needs it, and core-js has none. As DOM's standard has it, for signals that last as long as their page. */
const any = (signals: Iterable<AbortSignal>): AbortSignal => {
  const controller = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason)
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true, signal: controller.signal })
  }
  return controller.signal
}

if (!('any' in AbortSignal)) Object.assign(AbortSignal, { any })
