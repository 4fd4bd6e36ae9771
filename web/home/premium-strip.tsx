import { premiumBooks } from '#contract/premium.ts'
import { Shelf } from '#web/books/shelf.tsx'
import { PremiumBadge } from '#web/premium/premium-badge.tsx'
import { usePremiumStrip } from '#web/premium/use-premium-books.ts'
import { SHELF } from '#contract/books.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PREMIUM } from '#web/messages/premium.ts'

export const PremiumStrip = () => (
  <Shelf
    title={PREMIUM.strip}
    asked={usePremiumStrip()}
    call={premiumBooks}
    loading={PREMIUM.loading}
    empty={PREMIUM.none}
    count={SHELF}
    base="/book/premium/"
    figures={() => <PremiumBadge />}
    more={
      <ButtonLink kind="quiet" to="/premium">
        {PREMIUM.all}
      </ButtonLink>
    }
  />
)
