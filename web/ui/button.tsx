import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import css from './button.module.css'
import { classNames } from './class-names.ts'

interface ButtonStyle {
  /** strong: the primary action. plain: an outline. quiet: underlined text. */
  kind?: 'strong' | 'plain' | 'quiet'
  big?: boolean
  /** Red, for deletion. */
  danger?: boolean
  children?: ReactNode
}

const classOf = ({ kind = 'plain', big, danger }: ButtonStyle, className?: string) =>
  classNames(css.button, css[kind], big && css.big, danger && css.danger, className)

type ButtonProps = ButtonStyle &
  ComponentProps<'button'> & { /** A call is running: the button can't be pressed, but keeps focus. */ busy?: boolean }

export const Button = ({ kind, big, danger, busy, className, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classOf({ kind, big, danger }, className)}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  />
)

export const ButtonLink = ({ kind, big, danger, className, ...rest }: ButtonStyle & ComponentProps<typeof Link>) => (
  <Link {...rest} className={classOf({ kind, big, danger }, className)} />
)

/** The same as an anchor, for addresses outside the router. */
export const ButtonAnchor = ({
  kind,
  big,
  danger,
  className,
  children,
  ...rest
}: ButtonStyle & ComponentProps<'a'>) => (
  <a {...rest} className={classOf({ kind, big, danger }, className)}>
    {children}
  </a>
)

/** The same square as a link. */
export const IconLink = ({ label, ...rest }: ComponentProps<typeof Link> & { label: string }) => (
  <Link title={label} aria-label={label} className={css.icon} {...rest} />
)

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** A square button with an icon; the label is its accessible name and its tooltip. */
export const IconButton = ({ label, className, ...rest }: IconButtonProps) => (
  <button type="button" title={label} {...rest} aria-label={label} className={classNames(css.icon, className)} />
)
