const LINE_EVERY_MS = 5000
const DRAW_EVERY_MS = 100

/** Shows how far something is: on one line of a terminal, else as a line every few seconds. */
export const showProgress = () => {
  const { stdout } = process
  let shownAt = performance.now()
  let isDrawn = false
  return {
    show: (text: string) => {
      if (performance.now() < shownAt + (stdout.isTTY ? DRAW_EVERY_MS : LINE_EVERY_MS)) return
      shownAt = performance.now()
      isDrawn = stdout.isTTY
      stdout.write(stdout.isTTY ? `\r\u001B[K${text}` : `${text}\n`)
    },
    /** The next line begins at its beginning. */
    end: () => {
      if (isDrawn) stdout.write('\r\u001B[K')
      isDrawn = false
    },
  }
}
