import { lazy, useEffect, useState } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { Accessibility } from './accessibility.tsx'
import type { BookDetails } from './book-details.tsx'

interface LateParts {
  BookDetails: typeof BookDetails
  Accessibility: typeof Accessibility
}

let loaded: LateParts | undefined

const load = async (): Promise<LateParts> => {
  const [details, accessibility] = await Promise.all([import('./book-details.tsx'), import('./accessibility.tsx')])
  loaded = { BookDetails: details.BookDetails, Accessibility: accessibility.Accessibility }
  return loaded
}

if (import.meta.env.SSR) await load()

const LATE = {
  BookDetails: lazy(async () => ({ default: (await load()).BookDetails })),
  Accessibility: lazy(async () => ({ default: (await load()).Accessibility })),
}

/** Parts of a book's page that the server renders with it; React keeps them until their scripts are loaded. */
export const lateParts = () => loaded ?? LATE

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
