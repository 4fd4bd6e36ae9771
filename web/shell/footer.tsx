import { SHELL } from '#web/words/site.ts'
import css from './footer.module.css'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export const Footer = () => (
  <footer className={css.footer}>
    <div className={`wrap ${css.row}`}>
      <div>
        <Logo />
        <p className={css.statement}>{SHELL.statement}</p>
      </div>
      <ThemeSwitch />
    </div>
  </footer>
)
