import css from './qr-code.module.css'

/** The app's address as a QR code, which the server renders. */
export const QrCode = ({ caption }: { caption: string }) => (
  <figure className={css.figure}>
    <img src="/download/code.svg" alt={caption} width={240} height={240} />
    <figcaption aria-hidden="true">{caption}</figcaption>
  </figure>
)
