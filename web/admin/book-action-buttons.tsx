import { Bookmark, Ellipsis, Eye, EyeOff, Pencil, Star, Trash2 } from 'lucide'
import type { IconNode } from 'lucide'
import { Link } from 'react-router'
import type { AdminBook } from '#contract/admin.ts'
import buttonCss from '#web/ui/button.module.css'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import css from './table.module.css'
import type { BookActions } from './use-book-actions.ts'

interface BookActionButtonsProps {
  book: AdminBook
  actions: BookActions
  onDelete: (book: AdminBook) => void
}

/** The five actions on a book, all disabled while a call runs. */
export const BookActionButtons = ({ book, actions: { busy, premium, feature }, onDelete }: BookActionButtonsProps) => {
  const action = { busy, about: book.title }
  const view = viewOf(book)
  return (
    <div className={css.actions}>
      <ActionLink {...action} title={view.label} icon={book.isHidden ? EyeOff : Eye} to={view.to} newTab />
      <ActionButton
        {...action}
        title={book.isPremium ? MANAGE_BOOKS.removePremium : MANAGE_BOOKS.makePremium}
        icon={Star}
        lit={book.isPremium && css.gold}
        onClick={() => void premium(book)}
      />
      <ActionButton
        {...action}
        title={book.isFeatured ? MANAGE_BOOKS.unfeature : MANAGE_BOOKS.feature}
        icon={Bookmark}
        lit={book.isFeatured && css.quill}
        onClick={() => void feature(book)}
      />
      <ActionLink {...action} title={ADMIN.edit} icon={Pencil} to={`/admin/books/edit/${book._id}`} />
      <ActionButton {...action} title={ADMIN.delete} icon={Trash2} onClick={() => onDelete(book)} />
    </div>
  )
}

/** A hidden book has no page: it is shown again in Moderation. */
const viewOf = ({ _id, isHidden }: AdminBook) =>
  isHidden
    ? { label: MANAGE_BOOKS.inModeration, to: '/moderation/hidden' }
    : { label: MANAGE_BOOKS.view, to: `/books/${_id}` }

/** The same as a menu, where there is no room for five buttons. */
export const BookActionMenu = ({ book, actions: { busy, premium, feature }, onDelete }: BookActionButtonsProps) => {
  const unlessBusy = (run: () => unknown) => () => {
    if (!busy) run()
  }
  return (
    <Menu
      button={<Icon of={Ellipsis} />}
      label={MANAGE_BOOKS.of(MANAGE_BOOKS.columns.actions, book.title)}
      className={buttonCss.icon}
      entries={[
        viewOf(book),
        {
          label: book.isPremium ? MANAGE_BOOKS.removePremium : MANAGE_BOOKS.makePremium,
          onSelect: unlessBusy(() => premium(book)),
        },
        {
          label: book.isFeatured ? MANAGE_BOOKS.unfeature : MANAGE_BOOKS.feature,
          onSelect: unlessBusy(() => feature(book)),
        },
        { label: ADMIN.edit, to: `/admin/books/edit/${book._id}` },
        { label: ADMIN.delete, onSelect: unlessBusy(() => onDelete(book)) },
      ]}
    />
  )
}

interface Action {
  title: string
  icon: IconNode
  /** The book's title, for screen readers. */
  about: string
  busy: boolean
}

// Not `disabled`, since a disabled button loses focus.
const ActionButton = ({
  title,
  icon,
  about,
  busy,
  lit,
  onClick,
}: Action & { lit?: string | false | undefined; onClick: () => void }) => (
  <IconButton
    label={MANAGE_BOOKS.of(title, about)}
    title={title}
    className={classNames(busy && css.off, lit && css.lit, lit)}
    aria-disabled={busy || undefined}
    onClick={() => busy || onClick()}
  >
    <Icon of={icon} />
  </IconButton>
)

const ActionLink = ({ title, icon, about, busy, to, newTab = false }: Action & { to: string; newTab?: boolean }) => {
  const label = MANAGE_BOOKS.of(title, about) + (newTab ? MANAGE_BOOKS.newTab : '')
  const shared = { title, 'aria-label': label, children: <Icon of={icon} /> }
  if (busy) return <span {...shared} role="link" aria-disabled="true" className={classNames(buttonCss.icon, css.off)} />
  return (
    <Link
      {...shared}
      to={to}
      target={newTab ? '_blank' : undefined}
      rel={newTab ? 'noopener' : undefined}
      className={buttonCss.icon}
    />
  )
}
