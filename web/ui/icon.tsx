import type { IconNode } from 'lucide'
import { type SVGProps, createElement } from 'react'
import css from './icon.module.css'
import { classNames } from './class-names.ts'

interface IconProps {
  of: IconNode
  /** In em. */
  size?: number
  /** It points along the line, so it is mirrored where lines run from right to left. */
  pointing?: boolean
}

/** A lucide icon beside text, hidden from screen readers. */
export const Icon = ({ of, size = 1.25, pointing }: IconProps) => (
  <Drawing
    of={of}
    className={classNames(css.icon, pointing && 'pointing')}
    style={{ width: `${size}em`, height: `${size}em` }}
    strokeWidth={1.75}
  />
)

/** The bare SVG, whose size and colours come from a style sheet. */
export const Drawing = ({ of, ...props }: { of: IconNode } & SVGProps<SVGSVGElement>) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
    {...props}
  >
    {of.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
  </svg>
)
