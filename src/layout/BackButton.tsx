import { ArrowLeft } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'

/** Goes back within the app, or to the page `fallback` if the app was opened here. */
export function BackButton({ fallback }: { fallback: string }) {
  return (
    <IconButton label="Back" onClick={useGoBack(fallback)}>
      <Icon of={ArrowLeft} />
    </IconButton>
  )
}

/** Returns a function that goes back within the app, or to the page `fallback` if the app was opened here. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate()
  const hasPageBefore = useLocation().key !== 'default'
  return () => void (hasPageBefore ? navigate(-1) : navigate(fallback))
}
