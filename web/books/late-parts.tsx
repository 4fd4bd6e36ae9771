import { type ComponentType, Suspense, createElement, memo, useEffect, useState } from 'react'
import { optionalPart } from '#web/ui/optional-part.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const imports = () =>
  Promise.all([import('./book-details.tsx'), import('./accessibility.tsx'), import('#web/comments/comment-text.tsx')])

type Modules = Awaited<ReturnType<typeof imports>>

let loaded: Modules | undefined

const load = async (): Promise<Modules> => (loaded = await imports())

if (import.meta.env.SSR) await load()

/**
 * A part of a book's page that the server renders with it; React keeps it until its script is loaded. Memoized, because React
 * drops what the server rendered if it renders the boundary again before that.
 */
const latePart = <Props extends object>(partIn: (modules: Modules) => ComponentType<Props>) => {
  const Lazy = optionalPart(async () => partIn(await load()))
  return memo((props: Props) => <Suspense>{createElement(loaded ? partIn(loaded) : Lazy, props)}</Suspense>)
}

export const LateDetails = latePart(([{ BookDetails }]) => BookDetails)
export const LateAccessibility = latePart(([, { Accessibility }]) => Accessibility)
export const LateCommentText = latePart(([, , { CommentText }]) => CommentText)

/** Whether the page can show them at once, so that they do not move what stands below: always where the server has rendered it. */
export const useLateParts = (hasBook: boolean): boolean => {
  const isHydrated = useHydrated()
  const [isReady, setReady] = useState(loaded !== undefined || (hasBook && !isHydrated))
  useEffect(() => {
    const done = () => setReady(true)
    if (!isReady) load().then(done, done)
  }, [isReady])
  return isReady
}
