// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useFocusOnNew } from './use-focus-on-new.ts'

/** A list whose button is gone while it loads. */
const More = () => {
  const [entries, setEntries] = useState(['one', 'two'])
  const [isLoading, setLoading] = useState(false)
  const { list, expect: expectMore } = useFocusOnNew<HTMLOListElement>(entries.length)
  return (
    <>
      <a href="#elsewhere">Elsewhere</a>
      <ol ref={list}>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ol>
      {isLoading ? (
        <button
          type="button"
          data-testid="arrive"
          onClick={() => {
            setLoading(false)
            setEntries([...entries, 'three', 'four'])
          }}
        />
      ) : (
        <button
          type="button"
          key="more"
          onClick={() => {
            expectMore()
            setLoading(true)
          }}
        >
          More
        </button>
      )}
    </>
  )
}

afterEach(cleanup)

const press = () => fireEvent.click(screen.getByText('More'))

test('after a press on the button that loads more, the focus is on the first entry that came', () => {
  render(<More />)
  screen.getByText('More').focus()
  press()
  fireEvent.click(screen.getByTestId('arrive'))
  expect(document.activeElement?.textContent).toBe('three')
})

test('the focus of somebody who is elsewhere by then stays', () => {
  render(<More />)
  press()
  screen.getByText('Elsewhere').focus()
  fireEvent.click(screen.getByTestId('arrive'))
  expect(document.activeElement?.textContent).toBe('Elsewhere')
})
