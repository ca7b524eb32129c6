"""Many games at once: on all cores of the CPU."""

from boardwalk.batch.batch import Batch, Playouts, cores, playouts

__all__ = ["Batch", "Playouts", "cores", "playouts"]
