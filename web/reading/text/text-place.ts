/** Below the edge of the window, so that a paragraph that has just gone does not count. */
const INSET_PX = 6

/** The place of the reader in the text: the page, the topmost block and how far it has been scrolled. */
export class TextPlace {
  #text: HTMLElement | undefined
  #onPage: (page: number) => void = () => {}
  #page: number
  #top: { block: HTMLElement; offset: number } | undefined
  /** A page that is shown once its part is loaded. */
  #wanted: number | undefined
  /** Where the text was scrolled to last: an event without another place does not come from the reader. */
  #at: number | undefined

  constructor(page: number) {
    this.#page = page
    this.#wanted = page
  }

  get page() {
    return this.#page
  }

  /** Follows the scrolling of the text until the returned function is called. */
  follow(text: HTMLElement, onPage: (page: number) => void) {
    this.#text = text
    this.#onPage = onPage
    const onScroll = () => this.#note()
    const resized = new ResizeObserver(() => this.restore())
    resized.observe(text)
    // Its content changes its height when a web font is loaded.
    if (text.firstElementChild) resized.observe(text.firstElementChild)
    text.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resized.disconnect()
      text.removeEventListener('scroll', onScroll)
    }
  }

  /** Goes to a page now, or if its part is not loaded, with the `restore` after that. */
  goTo(page: number, isLoaded: boolean) {
    this.#wanted = page
    if (isLoaded) this.restore()
  }

  /** Puts the topmost block back where it was, after the text around it has changed. */
  restore() {
    const text = this.#text
    if (!text) return
    if (this.#wanted !== undefined) return this.#show(text, this.#wanted)
    if (!this.#top?.block.isConnected) return
    text.scrollTop += this.#offsetOf(this.#top.block) - this.#top.offset
    this.#at = text.scrollTop
  }

  #show(text: HTMLElement, page: number) {
    const block = firstBlockFrom(text, page)
    if (!block) return
    this.#wanted = undefined
    text.scrollTop += this.#offsetOf(block)
    this.#at = text.scrollTop
    this.#top = { block, offset: this.#offsetOf(block) }
    this.#reach(page)
  }

  #note() {
    const text = this.#text
    if (!text || this.#wanted !== undefined || this.#at === text.scrollTop) return
    this.#at = text.scrollTop
    const block = topBlock(text, this.#edge() + INSET_PX)
    if (!block) return
    this.#top = { block, offset: this.#offsetOf(block) }
    const isEnd = text.scrollTop + text.clientHeight >= text.scrollHeight - 1
    this.#reach(pageOf((isEnd && text.querySelector<HTMLElement>('[data-last]')) || block))
  }

  #reach(page: number) {
    this.#page = page
    this.#onPage(page)
  }

  #offsetOf(block: HTMLElement) {
    return block.getBoundingClientRect().top - this.#edge()
  }

  /** Where the text begins below the bars. */
  #edge() {
    if (!this.#text) return 0
    return (
      this.#text.getBoundingClientRect().top + (Number.parseFloat(getComputedStyle(this.#text).scrollPaddingTop) || 0)
    )
  }
}

const pageOf = (block: HTMLElement) => Number(block.dataset['page'])

const topBlock = (text: HTMLElement, y: number): HTMLElement | undefined => {
  const { left, width } = text.getBoundingClientRect()
  for (const element of document.elementsFromPoint(left + width / 2, y)) {
    const block = element.closest<HTMLElement>('[data-page]')
    if (block && text.contains(block)) return block
  }
  return undefined
}

/** The first block on a page, or on the next page with text, or else the last block. */
const firstBlockFrom = (text: HTMLElement, page: number): HTMLElement | undefined => {
  const blocks = [...text.querySelectorAll<HTMLElement>('[data-page]')]
  return blocks.find((block) => pageOf(block) >= page) ?? blocks.at(-1)
}
