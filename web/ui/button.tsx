import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import css from './button.module.css'
import { classNames } from './class-names.ts'

interface Look {
  /** strong: the one thing to do on a screen. plain: an outline. quiet: underlined words. */
  kind?: 'strong' | 'plain' | 'quiet'
  big?: boolean
  /** Red: it takes something away. */
  danger?: boolean
  children?: ReactNode
}

const lookOf = ({ kind = 'plain', big, danger }: Look, className?: string) =>
  classNames(css.button, css[kind], big && css.big, danger && css.danger, className)

type ButtonProps = Look &
  ComponentProps<'button'> & { /** A call is running: it can't be pressed, but keeps focus. */ busy?: boolean }

export const Button = ({ kind, big, danger, busy, className, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={lookOf({ kind, big, danger }, className)}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  />
)

export const ButtonLink = ({ kind, big, danger, className, ...rest }: Look & ComponentProps<typeof Link>) => (
  <Link {...rest} className={lookOf({ kind, big, danger }, className)} />
)

/** The same as a plain link, for addresses outside the router. */
export const ButtonAnchor = ({ kind, big, danger, className, children, ...rest }: Look & ComponentProps<'a'>) => (
  <a {...rest} className={lookOf({ kind, big, danger }, className)}>
    {children}
  </a>
)

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** A square with an icon; the label is its name and its tooltip. */
export const IconButton = ({ label, className, ...rest }: IconButtonProps) => (
  <button type="button" title={label} {...rest} aria-label={label} className={classNames(css.icon, className)} />
)

/** The same square as a plain link, for files and other addresses outside the router. */
export const IconLink = ({ label, className, ...rest }: ComponentProps<'a'> & { label: string }) => (
  <a title={label} {...rest} aria-label={label} className={classNames(css.icon, className)} />
)
