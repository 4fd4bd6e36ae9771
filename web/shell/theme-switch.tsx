import { useId } from 'react'
import { THEMES, useTheme } from '#web/session/theme.ts'
import { SHELL } from '#web/messages/site.ts'
import css from './theme-switch.module.css'

/** Chooses the system's theme, light or dark. */
export const ThemeSwitch = () => {
  const [chosen, choose] = useTheme()
  const group = useId()
  return (
    <fieldset className={css.switch} aria-label={SHELL.theme}>
      {THEMES.map((theme) => (
        <label key={theme}>
          <input type="radio" name={group} checked={theme === chosen} onChange={() => choose(theme)} />
          <span>{SHELL.themes[theme]}</span>
        </label>
      ))}
    </fieldset>
  )
}
