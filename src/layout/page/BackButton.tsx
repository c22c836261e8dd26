import { ArrowLeft } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isAfterLogIn } from '../../session/returnLocation.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

/** Goes back within the app, or to the page `fallback` if the app was opened here. */
export function BackButton({ fallback }: { fallback: string }) {
  return (
    <IconButton label="Back" onClick={useGoBack(fallback)}>
      <Icon of={ArrowLeft} />
    </IconButton>
  )
}

/**
 * Returns a function that goes back within the app. If the app was opened or the user logged in here, `fallback`
 * replaces this page, so that Back there does not return to it.
 */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate()
  const { state }: { state: unknown } = useLocation()
  return () => {
    // The router numbers its entries from 0, the first one of the app in this tab.
    const hasPageBefore = Number(history.state?.idx) > 0 && !isAfterLogIn(state)
    void (hasPageBefore ? navigate(-1) : navigate(fallback, { replace: true }))
  }
}
