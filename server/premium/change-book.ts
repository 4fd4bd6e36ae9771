import { Problem } from '#contract/problems.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { type Change, editBook } from '#server/publishing/edit-book.ts'
import type { InspectPdf } from '#server/publishing/open-pdf.ts'
import { premiumEnd, setFeatured, setPremium } from './set-premium.ts'

interface FullChange extends Change {
  isPremium?: boolean | undefined
  premiumDisplayUntil?: string | null | undefined
  isFeatured?: boolean | undefined
}

/** Changes a book; what the house says of it, premium and featured, an administrator alone. */
export const changeBook = async (
  services: Services,
  openPdf: InspectPdf,
  { caller, id, change }: { caller: Caller; id: string; change: FullChange },
) => {
  const { isPremium, premiumDisplayUntil, isFeatured, ...words } = change
  const curates = [isPremium, premiumDisplayUntil, isFeatured].some((field) => field !== undefined)
  if (curates && caller.userType !== 'admin') throw new Problem('forbidden')
  if (isPremium === undefined && premiumDisplayUntil !== undefined)
    throw new Problem('invalid', { errors: { isPremium: 'Please choose whether the book is premium' } })

  const premium = isPremium === undefined ? undefined : { isPremium, premiumDisplayUntil: premiumDisplayUntil ?? null }
  if (premium) premiumEnd(services, premium)
  const changed = await editBook(services, openPdf, { caller, id, change: words })
  if (!curates) return changed
  if (premium) await setPremium(services, id, premium)
  if (isFeatured !== undefined) await setFeatured(services, id, isFeatured)
  return editBook(services, openPdf, { caller, id, change: {} })
}
