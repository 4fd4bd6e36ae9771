import { useEffect, useState } from 'react'

/** A book card on the page, which other parts have rendered. */
interface ShownCard {
  bookId: string
  title: string
  element: HTMLElement
}

/** Cards that come within this time are told of together, so that one call asks about all. */
const TOGETHER_MS = 150

/** The cards of the page, also after it has changed. */
export const useCards = (): ShownCard[] => {
  const [cards, setCards] = useState<ShownCard[]>([])
  useEffect(() => {
    let timer: number | undefined
    const read = () => {
      timer = undefined
      const found = [...document.querySelectorAll<HTMLElement>('#main li[data-book]')].map(cardOf)
      setCards((before) => (isSame(before, found) ? before : found))
    }
    const observer = new MutationObserver(() => (timer ??= window.setTimeout(read, TOGETHER_MS)))
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['data-book'],
    })
    read()
    return () => {
      observer.disconnect()
      window.clearTimeout(timer)
      // So that changes which are told of late begin none.
      timer = 0
    }
  }, [])
  return cards
}

const cardOf = (element: HTMLElement): ShownCard => ({
  element,
  bookId: element.dataset['book'] ?? '',
  title: element.querySelector('h2, h3')?.textContent ?? '',
})

const isSame = (before: ShownCard[], found: ShownCard[]) =>
  before.length === found.length &&
  before.every(({ element, bookId }, at) => element === found[at]?.element && bookId === found[at].bookId)
