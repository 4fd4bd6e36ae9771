import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { TABLE } from '#web/messages/accounts.ts'
import css from './user-type-choice.module.css'
import { useAuthPath } from './use-auth-path.ts'

const TYPES = ['reader', 'author'] as const

/** The choice between Reader and Author, drawn as two books that link to the sign-up form. */
export const UserTypeChoice = ({ chosen }: { chosen: 'reader' | 'author' | undefined }) => {
  const path = useAuthPath()
  return (
    <nav className={classNames('on-blotter', css.table)} aria-labelledby="table-title">
      <h2 id="table-title">{chosen ? TABLE.chosen[chosen] : TABLE.title}</h2>
      <ul className={css.books}>
        {TYPES.map((type) => (
          <li
            key={type}
            className={classNames(css.book, css[type], chosen && (chosen === type ? css.chosen : css.other))}
          >
            <Link to={path(type)} aria-current={chosen === type ? 'true' : undefined} preventScrollReset>
              <span className={css.cover}>
                <CoverArt type={type} />
                <span className={css.title} style={sizeOf(TABLE[type].title)}>
                  {TABLE[type].title}
                </span>
              </span>
              <span className={css.text}>
                <b>{TABLE[type].signUp}</b>
                {TABLE[type].says}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A longest word of so many letters fills a line of the cover; and their size, in hundredths of the width of the cover. */
const LINE_LETTERS = 6
const LETTER_SIZE = 25

/** The longest word is on one line. */
const sizeOf = (title: string) => {
  const letters = Math.max(...title.split(/\s+/).map((word) => word.length))
  return letters > LINE_LETTERS ? { fontSize: `${(LETTER_SIZE * LINE_LETTERS) / letters}cqw` } : undefined
}

const CoverArt = ({ type }: { type: 'reader' | 'author' }) => (
  <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    {type === 'reader' ? (
      <>
        <circle cx="50" cy="30" r="17" className={css.second} />
        <path
          d="M50 56C40 46 22 44 6 48v40c16-4 34-2 44 8 10-10 28-12 44-8V48c-16-4-34-2-44 8z"
          className={css.first}
        />
        <path d="M50 56v40" className={css.fold} />
      </>
    ) : (
      <>
        <path d="M50 4 74 52 60 84H40L26 52z" className={css.first} />
        <path d="M50 4v46" className={css.fold} />
        <circle cx="50" cy="54" r="6" className={css.hole} />
        <path d="M40 88h20v8H40z" className={css.second} />
      </>
    )}
  </svg>
)
