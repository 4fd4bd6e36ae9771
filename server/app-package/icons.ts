/** The densities of screens, by how many pixels of the least one they have. */
export const DENSITIES = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 } as const
type Density = keyof typeof DENSITIES

/** The pictures of an app, with their width and that of the icon in their middle on the least screen. */
export const PICTURES = {
  ic_launcher: { side: 48, picture: 48 },
  // A launcher cuts it to a form of its own, which shows two thirds at most.
  ic_launcher_foreground: { side: 108, picture: 72 },
} as const
type PictureName = keyof typeof PICTURES

/** A picture of the app as PNG. */
export interface AppIcon {
  name: PictureName
  density: Density
  png: Uint8Array
}

const NAMES = Object.keys(PICTURES) as PictureName[]

/** All pictures that an app has. */
export const ICON_SIZES = NAMES.flatMap((name) =>
  (Object.keys(DENSITIES) as Density[]).map((density) => {
    const { side, picture } = PICTURES[name]
    return { name, density, side: side * DENSITIES[density], picture: picture * DENSITIES[density] }
  }),
)
