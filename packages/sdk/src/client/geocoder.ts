import axios from 'axios'
import { type GeocoderQuery, geocoderUrl, type Place, readGeocoder } from '../contract/index.ts'

/**
 * Calls the documented geocoder directly, with an API key that is limited to this site (API-27, AMB-136).
 * @throws if it is unreachable or slow, or if its response is invalid
 */
export async function queryGeocoder(
  base: string,
  question: GeocoderQuery,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Place[]> {
  const { data } = await axios.get<unknown>(geocoderUrl(base, question), {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    maxRedirects: 0,
    maxContentLength: 1_000_000,
  })
  return readGeocoder(data)
}
