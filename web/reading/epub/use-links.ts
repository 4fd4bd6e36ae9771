import { useCallback, useEffect, useState } from 'react'
import type { OpenEpub } from './open-epub.ts'

/** A link that is shown first: a note, or an address outside of the book. */
type FollowedLink = { kind: 'note'; text: string; follow: () => void } | { kind: 'out'; address: string }

/** Where links may lead. */
const OUTSIDE = ['http:', 'https:', 'mailto:']

/** Follows the links in the book, and hands over those that are shown first. */
export const useLinks = ({ reader, map, edition }: OpenEpub) => {
  const [link, setLink] = useState<FollowedLink>()
  const close = useCallback(() => setLink(undefined), [])
  useEffect(() => {
    let request = 0
    let follow = () => {}
    const askForNote = async (chapter: number, id: string) => {
      const own = ++request
      const at = reader.screen?.number ?? chapter
      const xhtml = chapter === at ? null : (await edition.chapter(chapter)).xhtml
      if (own === request) reader.send(at, { kind: 'note', id, xhtml, request: own })
    }
    return reader.follow((event) => {
      if (event.kind === 'press' || (event.kind === 'key' && event.key === 'Escape')) setLink(undefined)
      if (event.kind === 'note' && event.request === request) setLink({ kind: 'note', text: event.text, follow })
      if (event.kind !== 'link') return
      const { to, out, isNote } = event
      if (out !== null && isAllowed(out)) return setLink({ kind: 'out', address: out })
      const destination = to === null ? undefined : map.destinationOfLink(to)
      if (!destination) return
      follow = () => void reader.jump(destination).catch(() => undefined)
      if (isNote && destination.to.id) void askForNote(destination.chapter, destination.to.id).catch(follow)
      else follow()
    })
  }, [reader, map, edition])
  return { link, close }
}

const isAllowed = (address: string) => URL.canParse(address) && OUTSIDE.includes(new URL(address).protocol)
