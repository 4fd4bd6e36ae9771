import { LibrarySearch } from './library-search.tsx'
import { GenreChips } from './genre-chips.tsx'
import type { LibraryAddress } from './library-address.ts'
import css from './library-bar.module.css'

/** Search and genre filter, sticky while scrolling. */
export const LibraryBar = ({ address }: { address: LibraryAddress }) => (
  <div className={css.bar}>
    <div className={`wrap ${css.row}`}>
      <LibrarySearch key={address.search} address={address} />
      <GenreChips address={address} />
    </div>
  </div>
)
