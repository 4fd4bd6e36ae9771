import { PREMIUM } from '#web/messages/premium.ts'
import css from './premium-badge.module.css'

export const PremiumBadge = () => <span className={css.badge}>{PREMIUM.badge}</span>
