import { PREMIUM } from '#web/words/premium.ts'
import css from './premium-badge.module.css'

export const PremiumBadge = () => <span className={css.badge}>{PREMIUM.badge}</span>
