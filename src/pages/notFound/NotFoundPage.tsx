import { useLocation } from 'react-router-dom'
import { BackendAddress } from './BackendAddress.tsx'
import { NotFound } from './NotFound.tsx'

/** An address that the app does not know: perhaps the backend's, where no service worker has answered it. */
export default function NotFoundPage() {
  const { pathname } = useLocation()
  return /^\/(api|graphql|media)(\/|$)/.test(pathname) ? <BackendAddress /> : <NotFound />
}
