const paths = {
  attach: 'm21.44 11.05-9.19 9.19a6 6 0 0 1-8.49-8.49l8.57-8.57A4 4 0 1 1 18 8.84l-8.59 8.57a2 2 0 0 1-2.83-2.83l8.49-8.48',
  bell: 'M10.27 21a2 2 0 0 0 3.46 0M3.26 15.33A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.67C19.41 13.96 18 12.5 18 8A6 6 0 0 0 6 8c0 4.5-1.41 5.96-2.74 7.33',
  chat: 'M7.9 20A9 9 0 1 0 4 16.1L2 22Z',
  close: 'M18 6 6 18M6 6l12 12',
  send: 'M12 19V5M5 12l7-7 7 7',
}

/** A line icon in the text colour, by Lucide. */
export function icon(name: keyof typeof paths, size = 20): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  const attributes = { viewBox: '0 0 24 24', width: size, height: size, fill: 'none', stroke: 'currentColor', 'stroke-width': 2 }
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, String(value))
  svg.setAttribute('stroke-linecap', 'round')
  svg.setAttribute('stroke-linejoin', 'round')
  svg.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', paths[name])
  svg.append(path)
  return svg
}
