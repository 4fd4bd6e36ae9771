import { useQueries, useQueryClient } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { getBookText } from '#contract/calls/text-view.ts'
import { hashOfPlace } from '#contract/shapes/place-address.ts'
import type { Place } from '#contract/shapes/place.ts'
import type { TextBlock } from '#contract/text-view.ts'
import { bookText } from '#web/offline/book-text.ts'
import { textAttributes } from '#web/books/text-attributes.ts'
import { useTextSettings } from '#web/session/text-settings.ts'
import { Loading } from '#web/ui/loading.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { TEXT_VIEW } from '#web/messages/text-view.ts'
import css from './text-view.module.css'
import type { BookView } from '#web/reading/format/book-view.ts'
import { TextPlace } from './text-place.ts'
import { viewOfText } from './view-of-text.ts'

interface TextViewProps {
  bookId: string
  /** What the book says of its language. */
  language: string | undefined
  /** The first page of each part. */
  parts: number[]
  /** The page where the text opens. */
  page: number
  lastPage: number
  onView: (view: BookView | undefined) => void
  onPage: (page: number) => void
  onShowPage: (page: number) => void
  onLeave: () => void
  onTap: () => void
  /** What follows the text. */
  children: ReactNode
}

/** The parts that are loaded: around the one where the reader is, until it is the whole book, so that the browser finds words in all of it. */
interface Range {
  start: number
  from: number
  to: number
}

/** The book as text that flows. It takes the place of the pages, and has the page of its topmost paragraph. */
export const TextView = ({
  bookId,
  language,
  parts,
  page,
  lastPage,
  onView,
  onPage,
  onShowPage,
  onLeave,
  onTap,
  children,
}: TextViewProps) => {
  const container = useRef<HTMLDivElement>(null)
  const [settings] = useTextSettings()
  const [range, setRange] = useState(() => rangeAt(parts, page))
  const indexes = Array.from({ length: range.to - range.from + 1 }, (_, at) => range.from + at)
  const loaded = useQueries({
    queries: indexes.map((index) => bookText(bookId, parts[index])),
  })
  const isLoaded = loaded.every(({ data }) => data)
  const failed = loaded.find(({ isError }) => isError)
  const isWhole = isLoaded && range.from === 0 && range.to === parts.length - 1

  useEffect(() => {
    if (isLoaded) setRange((now) => widen(now, parts.length - 1))
  }, [isLoaded, range, parts])

  useEffect(() => {
    if (settings.face === 'dyslexic') void import('@fontsource/opendyslexic/400.css')
  }, [settings.face])

  const [place] = useState(() => new TextPlace(page))
  useLayoutEffect(() => (container.current ? place.follow(container.current, onPage) : undefined), [place, onPage])
  const goTo = useCallback(
    (to: Place) => {
      const target = Math.min(Math.max(Math.round(to.page) || 1, 1), lastPage)
      const isInRange =
        isLoaded && target >= firstPageOf(parts, range.from) && target < firstPageOf(parts, range.to + 1)
      place.goTo(target, isInRange)
      if (!isInRange) setRange(rangeAt(parts, target))
    },
    [place, lastPage, parts, range, isLoaded],
  )
  const latest = useLatest(goTo)
  const client = useQueryClient()
  useLayoutEffect(() => {
    if (!container.current) return
    const blocksAt = async (at: number) => {
      const from = parts.findLast((first) => first <= at) ?? parts[0]
      return (await client.ensureQueryData(bookText(bookId, from))).blocks
    }
    onView(viewOfText(container.current, { place, goTo: (to) => latest.current(to), blocksAt }))
    return () => onView(undefined)
  }, [onView, place, client, bookId, parts, latest])
  // The place stays while parts are put before it and the letters change.
  const looks = Object.values(settings).join(' ')
  useLayoutEffect(() => place.restore(), [place, isLoaded, range, looks])

  useEffect(() => {
    // Not from the bar, where the text was chosen.
    if (!document.activeElement?.closest('header')) container.current?.focus({ preventScroll: true })
    return onLeave
  }, [onLeave])

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-to]')
    if (!link) {
      if (!(event.target as Element).closest('a, button, input, textarea') && document.getSelection()?.isCollapsed)
        onTap()
      return
    }
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onShowPage(Number(link.dataset['to']))
  }
  const levels = levelsBefore(loaded.map(({ data }) => data?.blocks ?? []))
  return (
    <div
      ref={container}
      className={css.text}
      tabIndex={0}
      role="region"
      aria-label={TEXT_VIEW.region}
      aria-busy={!isLoaded}
      data-size={settings.size}
      data-leading={settings.leading}
      data-margins={settings.margins}
      data-face={settings.face}
      onClick={onClick}
    >
      <div className={css.column}>
        {loaded.map(({ data, isError }, at) =>
          data ? (
            <Part
              key={indexes[at]}
              blocks={data.blocks}
              language={language}
              levelBefore={levels[at] ?? 1}
              isLast={indexes[at] === parts.length - 1}
            />
          ) : (
            !isError && <Loading key={indexes[at]} text={TEXT_VIEW.loading} />
          ),
        )}
        {failed && (
          <ErrorNotice
            message={getBookText.failureMessage}
            onRetry={() => loaded.forEach((part) => part.isError && void part.refetch())}
          />
        )}
        {isWhole && children}
      </div>
    </div>
  )
}

/** Behind the last part there is no page. */
const firstPageOf = (parts: number[], index: number) => (index === 0 ? 1 : (parts[index] ?? Infinity))

const rangeAt = (parts: number[], page: number): Range => {
  const start = Math.max(
    0,
    parts.findLastIndex((first) => first <= page),
  )
  return { start, from: start, to: start }
}

/** By one part, after the start and before it by turns. */
const widen = (range: Range, last: number): Range => {
  const { start, from, to } = range
  if (to < last && (from === 0 || to - start <= start - from)) return { ...range, to: to + 1 }
  return from > 0 ? { ...range, from: from - 1 } : range
}

/** A heading is at most one level below the one before it. */
const levelOf = ({ kind }: TextBlock, before: number) => Math.min(Number(kind[1]), before + 1)

const isHeading = ({ kind }: TextBlock) => kind !== 'p' && kind !== 'code'

/** The level of the last heading before each part. The title of the book has level 1. */
const levelsBefore = (parts: TextBlock[][]): number[] => {
  let level = 1
  return parts.map((blocks) => {
    const before = level
    for (const block of blocks) if (isHeading(block)) level = levelOf(block, level)
    return before
  })
}

interface PartProps {
  blocks: TextBlock[]
  language: string | undefined
  levelBefore: number
  /** The end of the book. */
  isLast: boolean
}

const Part = memo(({ blocks, language, levelBefore, isLast }: PartProps) => {
  const { lang = '' } = textAttributes(
    blocks
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 20_000),
    language,
  )
  const tags = tagsOf(blocks, levelBefore)
  return (
    <div lang={lang}>
      {blocks.map((block, at) => {
        const Tag = tags[at] ?? 'p'
        const isFirst = blocks[at - 1]?.page !== block.page
        return (
          <div
            key={at}
            className={css.block}
            data-page={block.page}
            data-kind={block.kind}
            dir="auto"
            data-last={(isLast && at === blocks.length - 1) || undefined}
          >
            <Tag>{block.text}</Tag>
            {/* One link of each page is enough for the keyboard and for screen readers. */}
            <a
              href={hashOfPlace(block)}
              data-to={block.page}
              aria-label={TEXT_VIEW.toPage(block.page)}
              title={TEXT_VIEW.toPage(block.page)}
              {...(!isFirst && { tabIndex: -1, 'aria-hidden': true })}
            >
              {block.page}
            </a>
          </div>
        )
      })}
    </div>
  )
})

const tagsOf = (blocks: TextBlock[], levelBefore: number) => {
  let level = levelBefore
  return blocks.map((block) => {
    if (!isHeading(block)) return block.kind === 'p' ? 'p' : 'pre'
    level = levelOf(block, level)
    return `h${level}` as 'h2' | 'h3' | 'h4'
  })
}
