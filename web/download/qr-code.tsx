import { useId } from 'react'
import { encode } from 'uqr'
import css from './qr-code.module.css'

/** In modules: what a camera needs around the code. */
const MARGIN = 4

/** An address to be read by a camera, with a caption that is its name. */
export const QrCode = ({ address, caption }: { address: string; caption: string }) => {
  const id = useId()
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  return (
    <figure className={css.figure}>
      <svg
        viewBox={`${-MARGIN} ${-MARGIN} ${size + 2 * MARGIN} ${size + 2 * MARGIN}`}
        width={240}
        height={240}
        role="img"
        aria-labelledby={id}
        shapeRendering="crispEdges"
      >
        <path d={data.map(rowPath).join('')} />
      </svg>
      <figcaption id={id}>{caption}</figcaption>
    </figure>
  )
}

/** One bar for each run of dark modules. */
const rowPath = (row: boolean[], y: number) => {
  const bits = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...bits.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1H${index}z`).join('')
}
