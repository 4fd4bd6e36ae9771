import type { LucideIcon } from 'lucide-react'
import css from './icon.module.css'

/** A drawing from lucide-react beside words; it says nothing to screen readers. */
export const Icon = ({ of: Drawing, size = 1.25 }: { of: LucideIcon; /** In em. */ size?: number }) => (
  <Drawing
    className={css.icon}
    style={{ width: `${size}em`, height: `${size}em` }}
    strokeWidth={1.75}
    aria-hidden
    focusable="false"
  />
)
