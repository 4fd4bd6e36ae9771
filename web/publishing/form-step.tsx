import type { ReactNode } from 'react'
import css from './create.module.css'

interface StepProps {
  number: number
  title: string
  id?: string
  children: ReactNode
}

/** A numbered section of the book form. */
export const Step = ({ number, title, id, children }: StepProps) => (
  <section className={css.step}>
    <span className={css.number} aria-hidden="true">
      {number}
    </span>
    <div>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  </section>
)
