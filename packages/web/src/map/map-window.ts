export const MAP_PATH = '/mapOSM'

const SHARE = 0.8

/** Opens the map of the board in a window of 80 % of the screen (NAV-68); false if the browser blocks it. */
export function openMapWindow(): boolean {
  const { availWidth, availHeight } = window.screen
  const [width, height] = [availWidth * SHARE, availHeight * SHARE].map(Math.round) as [number, number]
  const left = Math.round((availWidth - width) / 2)
  const top = Math.round((availHeight - height) / 2)
  // The window copies this tab's session storage, so that it starts with the company of this tab.
  return (
    window.open(`${MAP_PATH}?ready=true`, 'tiffin-map', `popup,width=${width},height=${height},left=${left},top=${top}`) !== null
  )
}
