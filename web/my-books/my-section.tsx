import { useId } from 'react'
import type { ReactNode } from 'react'
import shelfCss from '#web/books/shelf.module.css'

/** A titled part of 'My books', as a shelf has its title. */
export const MySection = ({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={shelfCss.section} aria-labelledby={id}>
      <div className="wrap">
        <div className={shelfCss.head}>
          <h2 className="d1" id={id}>
            {title}
          </h2>
          {more}
        </div>
        {children}
      </div>
    </section>
  )
}
